/** The prompts and resources that the scenarios ask for. */
import type { AddedPrompt, AddedResource, AddedTemplate } from '../../src/mcp/additions.ts';
import { ask, filledIn, form, image } from './fixture-answers.ts';

function message(text: string) {
  return { role: 'user' as const, content: { type: 'text' as const, text } };
}

function listed(name: string, ...args: readonly string[]): AddedPrompt['listed'] {
  return {
    name,
    description: `For the conformance suites: ${name}`,
    arguments: args.map((one) => ({ name: one, description: one, required: true })),
  };
}

export const fixturePrompts: readonly AddedPrompt[] = [
  {
    listed: listed('test_simple_prompt'),
    get: () => Promise.resolve({ messages: [message('This is a simple prompt for testing.')] }),
  },
  {
    listed: listed('test_prompt_with_arguments', 'arg1', 'arg2'),
    get: ({ arg1, arg2 }) =>
      Promise.resolve({ messages: [message(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
    complete: ({ name, value }) =>
      Promise.resolve(name === 'arg1' ? ['paris', 'park', 'party', 'test'].filter((one) => one.startsWith(value)) : []),
  },
  {
    listed: listed('test_prompt_with_embedded_resource', 'resourceUri'),
    get: ({ resourceUri = '' }) => {
      const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      const embedded = { role: 'user' as const, content: { type: 'resource' as const, resource } };
      return Promise.resolve({ messages: [embedded, message('Please process the embedded resource above.')] });
    },
  },
  {
    listed: listed('test_prompt_with_image'),
    get: () => {
      const content = { type: 'image' as const, data: image, mimeType: 'image/png' };
      return Promise.resolve({ messages: [{ role: 'user', content }, message('Please analyze the image above.')] });
    },
  },
  {
    listed: listed('test_input_required_result_prompt'),
    get: (_args, context) => {
      const given = filledIn(context, 'user_context')?.['context'];
      if (typeof given === 'string') return Promise.resolve({ messages: [message(`Context: ${given}`)] });
      const question = form('What context should the prompt use?', { context: { type: 'string' } }, ['context']);
      return Promise.resolve(ask({ user_context: question }));
    },
  },
];

function resource(uri: string, mimeType: string, content: { text: string } | { blob: string }): AddedResource {
  return {
    listed: { uri, name: uri, description: `For the conformance suites: ${uri}`, mimeType },
    read: () => Promise.resolve({ contents: [{ uri, mimeType, ...content }] }),
  };
}

export const fixtureResources: readonly AddedResource[] = [
  resource('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' }),
  resource('test://static-binary', 'image/png', { blob: image }),
  resource('test://watched-resource', 'text/plain', { text: 'Watched' }),
];

export const fixtureTemplates: readonly AddedTemplate[] = [
  {
    listed: {
      uriTemplate: 'test://template/{id}/data',
      name: 'test-template',
      description: 'For the conformance suites',
      mimeType: 'application/json',
    },
    read(uri) {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (id === undefined) return Promise.resolve(null);
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return Promise.resolve({ contents: [{ uri, mimeType: 'application/json', text }] });
    },
  },
];
