/** An installed PostgreSQL of another major version than the embedded. */
export function findOtherPostgres(): { bin: string; major: string } | undefined
export type OtherPostgres = {
  /** of the database `postgres`, as its superuser */
  url: string
  /** Ends it as `pg_ctl stop -m immediate` does. */
  crash(): Promise<void>
  /** Starts it again if it has ended, by `crash` or by itself. */
  begin(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}
export function startOtherPostgres(
  bin: string,
  options?: { under?: string; survivesKills?: boolean; settings?: Readonly<Record<string, string | number>> },
): Promise<OtherPostgres>
