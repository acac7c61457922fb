/**
 * The names by which a React component is known. The build hands them to the module of ECMAScript trees (scripts/lib/shared-constants.ts), so that a
 * broken file, which tree-sitter reads, has the same components.
 */

/** Functions that give an element. */
export const elementMakers = [
  'createElement',
  'cloneElement',
  'createPortal',
  'jsx',
  'jsxs',
  'jsxDEV',
  '_jsx',
  '_jsxs',
] as const;

/** Functions that make a component of what they are given. */
export const componentWrappers = ['memo', 'forwardRef', 'observer', 'lazy', 'connect', 'styled'] as const;

/** With a capital behind it, it begins the name of such a function (`withRouter`). */
export const wrapperPrefix = 'with';

/** What components have as the first name of a path (``styled.div`…` ``). */
export const styledName = 'styled';

/** Classes that components extend. */
export const componentClasses = ['Component', 'PureComponent'] as const;
