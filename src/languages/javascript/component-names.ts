/**
 * The names by which a React component is recognised. The build passes them to the WebAssembly module for ECMAScript trees
 * (scripts/lib/shared-constants.ts), so both parsers find the same components: oxc in most files, tree-sitter in broken ones.
 */

/** Functions that return an element. */
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

/** Functions that turn their argument into a component. */
export const componentWrappers = ['memo', 'forwardRef', 'observer', 'lazy', 'connect', 'styled'] as const;

/** Prefix of other wrappers' names; a capital letter follows it (`withRouter`). */
export const wrapperPrefix = 'with';

/** First name of the path in styled components (``styled.div`…` ``). */
export const styledName = 'styled';

/** Classes that components extend. */
export const componentClasses = ['Component', 'PureComponent'] as const;
