/** Log lines as JSON, for standard error. */

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';
type LineLevel = Exclude<LogLevel, 'silent'>;

const severity: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

export interface Logger {
  /** May change once the settings are known. */
  level: LogLevel;
  write(level: LineLevel, component: string, fields: Readonly<Record<string, unknown>>): void;
}

export function createLogger(level: LogLevel, print: (line: string) => void): Logger {
  const logger: Logger = {
    level,
    write(lineLevel, component, fields) {
      if (severity[lineLevel] > severity[logger.level]) return;
      print(`${JSON.stringify({ timestamp: new Date().toISOString(), level: lineLevel, component, ...fields })}\n`);
    },
  };
  return logger;
}
