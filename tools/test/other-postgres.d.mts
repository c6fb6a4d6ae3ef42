/** An installed PostgreSQL of another major version than the embedded. */
export function findOtherPostgres(): { bin: string; major: string } | undefined
export type OtherPostgres = {
  /** of its superuser, at the database `postgres` */
  url: string
  /** as `pg_ctl stop -m immediate` */
  crash(): Promise<void>
  /** Starts it where it has ended, by `crash` or by itself. */
  begin(): Promise<void>
  /** It and all that it holds are gone. */
  stop(): Promise<void>
}
export function startOtherPostgres(
  bin: string,
  options?: { under?: string; survivesKills?: boolean; settings?: Readonly<Record<string, string | number>> },
): Promise<OtherPostgres>
