/** `pgpass` has no types of its own. */
declare module 'pgpass' {
  export interface PasswordPlace {
    host: string;
    port: number;
    database: string;
    user: string;
  }
  export default function readPassword(place: PasswordPlace, done: (password: string | undefined) => void): void;
}
