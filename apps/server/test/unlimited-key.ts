import type { TestApp } from './harness.ts'

/** A key of the browser extension without the limit of calls per minute, for tests that send each call in hundreds of ways. */
export async function unlimitedKey(app: TestApp): Promise<string> {
  await app.db.pool.query(`create function uncounted() returns trigger language plpgsql as
    $$ begin new.calls_in_minute := 1; return new; end $$;
    create trigger uncounted before update on collector_key for each row execute function uncounted()`)
  return (await app.ok('createCollectorKey', { name: 'unlimited' })).key
}
