/** The tools that the scenarios call. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AddedTool } from '../../src/mcp/additions.ts';
import type { ServerFeed } from '../../src/mcp/server-feed.ts';
import {
  answered,
  ask,
  completion,
  filledIn,
  form,
  image,
  log,
  noArguments,
  rootList,
  sound,
  text,
  textArgument,
  tool,
  wait,
} from './fixture-answers.ts';

type Answer = CallToolResult | InputRequiredResult;

const picture = { type: 'image' as const, data: image, mimeType: 'image/png' };

function resource(uri: string, mimeType: string, words: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text: words } };
}

const contentTools: readonly AddedTool[] = [
  tool('test_simple_text', () => Promise.resolve(text('This is a simple text response for testing.'))),
  tool('test_image_content', () => Promise.resolve({ content: [picture] })),
  tool('test_audio_content', () =>
    Promise.resolve({ content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }] }),
  ),
  tool('test_embedded_resource', () => {
    const content = 'This is an embedded resource content.';
    return Promise.resolve({ content: [resource('test://embedded-resource', 'text/plain', content)] });
  }),
  tool('test_multiple_content_types', () => {
    const data = resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}');
    return Promise.resolve({ content: [{ type: 'text', text: 'Multiple content types test:' }, picture, data] });
  }),
  tool('test_error_handling', () =>
    Promise.resolve({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  ),
  tool('test_x_mcp_header', (args) => Promise.resolve(text(JSON.stringify(args))), {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  }),
  tool('json_schema_2020_12_tool', () => Promise.resolve(text('ok')), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
];

async function withProgress({ mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progress > 0) await wait();
    if (progressToken === undefined) continue;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
  }
}

const notifyingTools: readonly AddedTool[] = [
  tool('test_tool_with_logging', async (_args, context) => {
    await log(context, 'Tool execution started');
    await wait();
    await log(context, 'Tool processing data');
    await wait();
    await log(context, 'Tool execution completed');
    return text('Logged three messages');
  }),
  tool('test_logging_tool', async (_args, context) => {
    await log(context, 'Logged because it was asked for');
    return text('Done');
  }),
  tool('test_tool_with_progress', async (_args, context) => {
    await withProgress(context);
    return text('Reported progress');
  }),
];

const shown = (answer: Record<string, unknown> | null): string =>
  `action=${String(answer?.['action'])}, content=${JSON.stringify(answer?.['content'] ?? {})}`;

/** A tool that shows the user one form and returns what the user answered. */
function formTool(name: string, message: string, properties: object, inputSchema = noArguments): AddedTool {
  return tool(
    name,
    (args, context) => {
      const answer = answered(context, 'form');
      if (answer !== null) return Promise.resolve<Answer>(text(`Elicitation completed: ${shown(answer)}`));
      const asked = typeof args['message'] === 'string' ? args['message'] : message;
      return Promise.resolve<Answer>(ask({ form: form(asked, properties) }));
    },
    inputSchema,
  );
}

const choices = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];
const words = ['option1', 'option2', 'option3'];

const askingTools: readonly AddedTool[] = [
  tool(
    'test_sampling',
    (args, context) => {
      const answer = answered(context, 'answer');
      if (answer !== null) return Promise.resolve<Answer>(text(`LLM response: ${JSON.stringify(answer['content'])}`));
      return Promise.resolve<Answer>(ask({ answer: completion(String(args['prompt']), 100) }));
    },
    textArgument('prompt'),
  ),
  formTool(
    'test_elicitation',
    'Who are you?',
    {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    },
    textArgument('message') as typeof noArguments,
  ),
  formTool('test_elicitation_sep1034_defaults', 'Please check the defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  formTool('test_elicitation_sep1330_enums', 'Please choose', {
    untitledSingle: { type: 'string', enum: words },
    titledSingle: { type: 'string', oneOf: choices },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: words } },
    titledMulti: { type: 'array', items: { anyOf: choices } },
  }),
  formTool('test_streaming_elicitation', 'Go on?', { ok: { type: 'boolean' } }),
  tool('test_missing_capability', () => Promise.resolve<Answer>(ask({ answer: completion('Hello', 10) }))),
];

const nameForm = form('What is your name?', { name: { type: 'string' } }, ['name']);

const roundTools: readonly AddedTool[] = [
  tool('test_input_required_result_elicitation', (_args, context) => {
    const name = filledIn(context, 'user_name')?.['name'];
    return Promise.resolve(typeof name === 'string' ? text(`Hello, ${name}!`) : ask({ user_name: nameForm }));
  }),
  tool('test_input_required_result_sampling', (_args, context) => {
    const answer = answered(context, 'capital_question');
    const question = completion('What is the capital of France?', 100);
    return Promise.resolve(
      answer === null ? ask({ capital_question: question }) : text(JSON.stringify(answer['content'])),
    );
  }),
  tool('test_input_required_result_list_roots', (_args, context) => {
    const answer = answered(context, 'client_roots');
    return Promise.resolve(answer === null ? ask({ client_roots: rootList }) : text(JSON.stringify(answer['roots'])));
  }),
  tool('test_input_required_result_capabilities', (_args, context) => {
    const envelope = (context.mcpReq.envelope ?? {}) as Record<string, unknown>;
    const declared = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as { elicitation?: object; sampling?: object };
    const questions = {
      ...(declared.elicitation === undefined ? {} : { user_name: nameForm }),
      ...(declared.sampling === undefined ? {} : { greeting: completion('Generate a greeting', 50) }),
    };
    return Promise.resolve<Answer>(ask(questions));
  }),
];

export interface StateMaker {
  mint(payload: { step: number }): Promise<string>;
}

/** Tools that need several rounds. Their state travels with the client, signed. */
function stateTools(states: StateMaker): readonly AddedTool[] {
  const confirm = form('Please confirm', { ok: { type: 'boolean' } }, ['ok']);
  const confirming = (name: string): AddedTool =>
    tool(name, async (_args, context) => {
      const state = context.mcpReq.requestState<{ step: number }>();
      const ok = filledIn(context, 'confirm')?.['ok'];
      if (state?.step === 1 && ok !== undefined) return text('state-ok');
      return ask({ confirm }, await states.mint({ step: 1 }));
    });
  return [
    confirming('test_input_required_result_request_state'),
    confirming('test_input_required_result_tampered_state'),
    tool('test_input_required_result_multiple_inputs', async (_args, context) => {
      const all = ['user_name', 'greeting', 'client_roots'].map((key) => answered(context, key));
      if (!all.includes(null)) return text(JSON.stringify(all));
      const greeting = completion('Generate a greeting', 50);
      return ask({ user_name: nameForm, greeting, client_roots: rootList }, await states.mint({ step: 1 }));
    }),
    tool('test_input_required_result_multi_round', async (_args, context) => {
      const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0;
      if (step === 1 && answered(context, 'step1') !== null) {
        const color = form('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color']);
        return ask({ step2: color }, await states.mint({ step: 2 }));
      }
      if (step === 2 && answered(context, 'step2') !== null) return text('All steps are done');
      const name = form('Step 1: What is your name?', { name: { type: 'string' } }, ['name']);
      return ask({ step1: name }, await states.mint({ step: 1 }));
    }),
  ];
}

function triggerTools(feed: ServerFeed): readonly AddedTool[] {
  return [
    tool('test_trigger_tool_change', () => {
      feed.publish({ kind: 'tools_list_changed' });
      return Promise.resolve(text('Notified'));
    }),
    tool('test_trigger_prompt_change', () => {
      feed.publish({ kind: 'prompts_list_changed' });
      return Promise.resolve(text('Notified'));
    }),
  ];
}

export function fixtureTools(feed: ServerFeed, states: StateMaker): readonly AddedTool[] {
  return [
    ...contentTools,
    ...notifyingTools,
    ...askingTools,
    ...roundTools,
    ...stateTools(states),
    ...triggerTools(feed),
  ];
}
