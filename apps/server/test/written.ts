import type { TestApp } from './harness.ts'

/** What a call wrote, row by row, and a way to undo it, so that two calls can start on the same data. */
export type Write = {
  table: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  /** the columns whose value changed; for an inserted or deleted row all columns with a value */
  changed: Record<string, unknown>
}
export type Writes = {
  /** What `act` wrote. Afterwards the data is as before. */
  of<T>(act: () => Promise<T>): Promise<{ done: T; wrote: Write[] }>
  /** What was written since the last call of this. */
  sinceLast(): Promise<Write[]>
  /** Undoes all writes since the last time, if there were any; returns the tables. */
  takeBack(): Promise<string[]>
}
type Noted = {
  n: number
  schema: string
  tablename: string
  op: Write['op']
  /** as text: JSON numbers above 2^53 would lose digits */
  before: string | null
  after: string | null
}

/** Written by every call, whatever its result. */
const OF_EVERY_CALL = ['operation_log', 'log_unsealed', 'log_seal', 'login_try', 'sms_code', 'remote_pace']
/** Written in addition to the effect of a call: when an account was last seen, and the stored answers of repeatable requests. */
const SAYS_NOTHING: readonly ((write: Write) => boolean)[] = [
  ({ table, changed }) => table === 'session' && !('ended_at' in changed),
  // Messages by which 1688 and the shops report a change, a moment later.
  ({ table, op, changed }) => table === 'inbox_message' && op === 'INSERT' && 'body' in changed,
  ({ table, changed }) => table === 'job' && changed['name'] === 'drain-inbox',
  ({ table }) => table === 'purchase_request' || table === 'receipt_request',
]

/** From now on enqueued jobs never start, so only calls write; an enqueued job counts as a write. The app must be idle. */
export async function watchWrites({ db }: Pick<TestApp, 'db'>): Promise<Writes> {
  const { pool } = db
  await pool.query(`create function park_job() returns trigger language plpgsql as
    $$ begin new.start_after := 'infinity'; return new; end $$;
    create trigger park before insert on jobs.job for each row execute function park_job();
    create table noted_write (n bigserial primary key, schema text, tablename text, op text, before text, after text);
    create function note_write() returns trigger language plpgsql as $$ begin
      insert into noted_write (schema, tablename, op, before, after) values (tg_table_schema, tg_argv[0], tg_op,
        case when tg_op = 'INSERT' then null else to_jsonb(old)::text end, case when tg_op = 'DELETE' then null else to_jsonb(new)::text end);
      return null; end $$`)
  await pool.query(`update jobs.job set start_after = 'infinity' where state in ('created', 'retry')`)
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and ((n.nspname = 'public' and c.relname <> all($1)) or (n.nspname = 'jobs' and c.relname = 'job'))`,
    [[...OF_EVERY_CALL, 'noted_write']],
  )
  for (const { schema, name } of tables)
    await pool.query(`create trigger noted after ${schema === 'jobs' ? 'insert' : 'insert or update or delete'} on ${schema}."${name}"
      for each row execute function note_write('${name}')`)
  let seen = 0
  const after = async (n: number): Promise<Noted[]> =>
    (
      await pool.query<Noted>({
        name: 'noted-after',
        text: 'select n::int, schema, tablename, op, before, after from noted_write where n > $1 order by n',
        values: [n],
      })
    ).rows
  return {
    async of(act) {
      await pool.query('truncate noted_write')
      const done = await act()
      const rows = await after(0)
      await takeBack(db, rows)
      return { done, wrote: significant(rows) }
    },
    async sinceLast() {
      const rows = await after(seen)
      seen = rows.at(-1)?.n ?? seen
      return significant(rows)
    },
    async takeBack() {
      const rows = await after(0)
      if (rows.length === 0) return []
      await takeBack(db, rows)
      await pool.query('delete from noted_write where n <= $1', [rows.at(-1)!.n])
      seen = Math.max(seen, rows.at(-1)!.n)
      return [...new Set(rows.map(({ tablename }) => tablename))]
    },
  }
}

const significant = (noted: readonly Noted[]): Write[] =>
  lasting(noted)
    .map(writeOf)
    .filter((one) => Object.keys(one.changed).length > 0 && !SAYS_NOTHING.some((so) => so(one)))

/** Without rows that were inserted and deleted again in between. */
function lasting(noted: readonly Noted[]): Noted[] {
  const left = [...noted]
  for (const gone of noted) {
    if (gone.op !== 'DELETE') continue
    const made = left.findIndex(
      ({ tablename, op, after }) => op === 'INSERT' && tablename === gone.tablename && after === gone.before,
    )
    if (made < 0 || made > left.indexOf(gone)) continue
    left.splice(left.indexOf(gone), 1)
    left.splice(made, 1)
  }
  return left
}

function writeOf({ tablename, op, before, after }: Noted): Write {
  const was = read(before)
  const is = read(after)
  const differing = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null),
  )
  return { table: tablename, op, changed: Object.fromEntries(differing.map((name) => [name, is[name] ?? was[name]])) }
}

const read = (row: string | null): Record<string, unknown> =>
  row === null ? {} : (JSON.parse(row) as Record<string, unknown>)

/** The inverse of each write, the last first; without triggers and foreign keys. */
async function takeBack({ pool }: TestApp['db'], noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return
  const client = await pool.connect()
  try {
    // When an account was last seen is not undone: it would be written again by each of its calls.
    const lasts = noted.filter(
      (one) => one.tablename !== 'session' || one.op !== 'UPDATE' || 'ended_at' in writeOf(one).changed,
    )
    await client.query("begin; set local session_replication_role = 'replica'")
    const columnsOf = new Map<string, { name: string; key: boolean }[]>()
    for (const { schema, tablename, op, before, after } of lasts.toReversed()) {
      const table = `${schema}."${tablename}"`
      const columns =
        columnsOf.get(table) ??
        (
          await client.query<{ name: string; key: boolean }>(
            `select attname as name, coalesce(attnum = any(i.indkey), false) as key from pg_attribute a
           left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
            [table],
          )
        ).rows
      columnsOf.set(table, columns)
      const all = columns.map(({ name }) => `"${name}"`).join()
      const keys = columns.filter(({ key }) => key).map(({ name }) => `t."${name}" = k."${name}"`)
      const same = keys.length > 0 ? keys.join(' and ') : 'to_jsonb(t) = to_jsonb(k)'
      const of = (at: number): string => `jsonb_populate_record(null::${table}, $${at}::jsonb)`
      if (op === 'DELETE')
        await client.query(`insert into ${table} (${all}) overriding system value select ${all} from ${of(1)}`, [
          before,
        ])
      else if (op === 'INSERT') await client.query(`delete from ${table} t using ${of(1)} k where ${same}`, [after])
      else
        await client.query(
          `update ${table} t set (${all}) = row(${columns.map(({ name }) => `b."${name}"`).join()})
           from ${of(1)} k, ${of(2)} b where ${same}`,
          [after, before],
        )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
