/** The pairs of repositories of the bench: a library, and a repository that uses it. Each is `OWNER/NAME` of GitHub. */

export type Oracle = 'compiler' | 'go/types' | 'javac' | 'jedi' | 'read';

export interface Pair {
  library: string;
  user: string;
  /** What says which places are right; `read`: a sample of places whose meaning a reader has written down in labels.tsv. */
  oracle: Oracle;
  /** For the TypeScript compiler: the files of the library's modules, from its root, and of modules of the user (`user/…`) that its files import by name. */
  modules?: Readonly<Record<string, string>>;
}

export const pairs: readonly Pair[] = [
  {
    ...{ library: 'honojs/hono', user: 'honojs/node-server', oracle: 'compiler' },
    modules: {
      hono: 'src/index.ts',
      'hono/jsx/*': 'src/jsx/*',
      'hono/utils/*': 'src/utils/*',
      'hono/*': 'src/middleware/*',
      'hono/ws': 'src/helper/websocket/index.ts',
    },
  },
  {
    ...{ library: 'kysely-org/kysely', user: 'docmost/docmost', oracle: 'compiler' },
    modules: { kysely: 'src/index.ts', 'kysely/helpers/postgres': 'src/helpers/postgres.ts' },
  },
  {
    ...{ library: 'colinhacks/zod', user: 'trpc/trpc', oracle: 'compiler' },
    modules: {
      zod: 'packages/zod/src/index.ts',
      'zod/v4': 'packages/zod/src/v4/index.ts',
      'zod/v3': 'packages/zod/src/v3/index.ts',
      'zod/mini': 'packages/zod/src/mini/index.ts',
    },
  },
  {
    ...{ library: 'reduxjs/redux', user: 'reduxjs/redux-toolkit', oracle: 'compiler' },
    modules: {
      redux: 'src/index.ts',
      '@reduxjs/toolkit': 'user/packages/toolkit/src/index.ts',
      '@reduxjs/toolkit/query': 'user/packages/toolkit/src/query/index.ts',
    },
  },
  { library: 'spf13/pflag', user: 'spf13/cobra', oracle: 'go/types' },
  { library: 'spf13/cobra', user: 'cli/cli', oracle: 'go/types' },
  { library: 'spf13/pflag', user: 'cli/cli', oracle: 'go/types' },
  { library: 'spf13/cobra', user: 'etcd-io/bbolt', oracle: 'go/types' },
  { library: 'spf13/pflag', user: 'etcd-io/bbolt', oracle: 'go/types' },
  { library: 'spf13/cobra', user: 'zeromicro/go-zero', oracle: 'go/types' },
  { library: 'gin-gonic/gin', user: 'gin-contrib/cors', oracle: 'go/types' },
  { library: 'pallets/click', user: 'pallets/flask', oracle: 'jedi' },
  { library: 'pallets/werkzeug', user: 'pallets/flask', oracle: 'jedi' },
  { library: 'pallets/jinja', user: 'pallets/flask', oracle: 'jedi' },
  { library: 'pallets/click', user: 'psf/black', oracle: 'jedi' },
  { library: 'pallets/click', user: 'celery/celery', oracle: 'jedi' },
  { library: 'pallets/jinja', user: 'sphinx-doc/sphinx', oracle: 'jedi' },
  { library: 'encode/starlette', user: 'fastapi/fastapi', oracle: 'jedi' },
  { library: 'encode/httpx', user: 'encode/starlette', oracle: 'jedi' },
  { library: 'google/gson', user: 'square/retrofit', oracle: 'javac' },
  { library: 'vavr-io/vavr', user: 'resilience4j/resilience4j', oracle: 'javac' },
  { library: 'mockito/mockito', user: 'resilience4j/resilience4j', oracle: 'javac' },
  { library: 'apache/commons-lang', user: 'apache/commons-text', oracle: 'javac' },
  { library: 'FasterXML/jackson-core', user: 'FasterXML/jackson-databind', oracle: 'javac' },
  { library: 'guzzle/psr7', user: 'guzzle/guzzle', oracle: 'read' },
  { library: 'guzzle/promises', user: 'guzzle/guzzle', oracle: 'read' },
];
