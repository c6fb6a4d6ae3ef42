-- What drizzle cannot express: functions, and the triggers that call them.
-- 
-- Counters by statement, not by row: a bulk edit of 500 products appends a handful of deltas, and nobody updates a
-- shared row, so that no two transactions wait for each other.
CREATE FUNCTION product_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_count_delta (store_id, state, source_health, origin, delta)
  SELECT store_id, state, source_health, origin, count(*)
  FROM (
    SELECT NULL::uuid AS store_id, state, source_health, origin FROM added
    UNION ALL
    SELECT unnest(store_ids), state, source_health, origin FROM added
  ) AS counted
  GROUP BY store_id, state, source_health, origin;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_count_delta (store_id, state, source_health, origin, delta)
  SELECT store_id, state, source_health, origin, -count(*)
  FROM (
    SELECT NULL::uuid AS store_id, state, source_health, origin FROM removed
    UNION ALL
    SELECT unnest(store_ids), state, source_health, origin FROM removed
  ) AS counted
  GROUP BY store_id, state, source_health, origin;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_count_delta (store_id, state, source_health, origin, delta)
  SELECT store_id, state, source_health, origin, sum(one)
  FROM (
    SELECT NULL::uuid AS store_id, state, source_health, origin, 1 AS one FROM added
    UNION ALL
    SELECT unnest(store_ids), state, source_health, origin, 1 FROM added
    UNION ALL
    SELECT NULL::uuid, state, source_health, origin, -1 FROM removed
    UNION ALL
    SELECT unnest(store_ids), state, source_health, origin, -1 FROM removed
  ) AS counted
  GROUP BY store_id, state, source_health, origin
  HAVING sum(one) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_counts_insert AFTER INSERT ON product
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_count_added();
--> statement-breakpoint
CREATE TRIGGER product_counts_delete AFTER DELETE ON product
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION product_count_removed();
--> statement-breakpoint
CREATE TRIGGER product_counts_update AFTER UPDATE ON product
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_count_changed();
--> statement-breakpoint
-- The same for orders.
CREATE FUNCTION sales_order_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, count(*) FROM added
  GROUP BY store_id, state, payment, tracking_return;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sales_order_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, -count(*) FROM removed
  GROUP BY store_id, state, payment, tracking_return;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sales_order_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_count_delta (store_id, state, payment, tracking_return, delta)
  SELECT store_id, state, payment, tracking_return, sum(one)
  FROM (
    SELECT store_id, state, payment, tracking_return, 1 AS one FROM added
    UNION ALL
    SELECT store_id, state, payment, tracking_return, -1 FROM removed
  ) AS counted
  GROUP BY store_id, state, payment, tracking_return
  HAVING sum(one) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_insert AFTER INSERT ON sales_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_added();
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_delete AFTER DELETE ON sales_order
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_removed();
--> statement-breakpoint
CREATE TRIGGER sales_order_counts_update AFTER UPDATE ON sales_order
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales_order_count_changed();
--> statement-breakpoint
-- The ledger is append-only.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'HQ001';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_no_change BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- Receiving entries are corrected by further entries, never changed.
CREATE FUNCTION receipt_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipt is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER receipt_no_change BEFORE UPDATE OR DELETE ON receipt
  FOR EACH ROW EXECUTE FUNCTION receipt_is_append_only();
--> statement-breakpoint
-- The operation log and the login log take rows and give none back, by whatever hand, the application's own included. What may
-- go are whole months from the oldest on, once they ended half a year ago, and each such removal writes its own row.
CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'HQ002';
END $$;
--> statement-breakpoint
CREATE FUNCTION log_drops_whole_old_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first_at timestamptz;
  last_at timestamptz;
  months_end timestamptz;
  dropped bigint;
  is_rest boolean;
BEGIN
  SELECT min(at), max(at), count(*) INTO first_at, last_at, dropped FROM gone;
  IF dropped = 0 THEN
    RETURN NULL;
  END IF;
  months_end := (date_trunc('month', last_at AT TIME ZONE 'Asia/Shanghai') + interval '1 month') AT TIME ZONE 'Asia/Shanghai';
  IF months_end > (date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai') - interval '6 months') AT TIME ZONE 'Asia/Shanghai' THEN
    RAISE EXCEPTION '% is append-only: the last six months stay', TG_TABLE_NAME USING ERRCODE = 'HQ002';
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.%I WHERE at < $1)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO is_rest USING months_end;
  IF is_rest THEN
    RAISE EXCEPTION '% is append-only: only whole months go, the oldest first', TG_TABLE_NAME USING ERRCODE = 'HQ002';
  END IF;
  INSERT INTO operation_log
    (id, at, account_id, account_name, ip, call, title, objects, object_keys, changes, outcome, word, message, duration_ms, request_id)
  VALUES (
    gen_random_uuid(), now(), NULL, '系统', '', 'dropOldLogs', '按保留期清理日志', '[]', '{}',
    jsonb_build_array(
      jsonb_build_object('field', 'log', 'before', TG_TABLE_NAME, 'after', NULL),
      jsonb_build_object('field', 'rows', 'before', dropped, 'after', 0),
      jsonb_build_object(
        'field', 'months',
        'before', to_char(first_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') || ' – ' || to_char(last_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM'),
        'after', NULL)),
    'ok', NULL,
    format('%s清理了 %s 条，%s 至 %s', CASE TG_TABLE_NAME WHEN 'login_log' THEN '登录日志' ELSE '操作日志' END, dropped,
      to_char(first_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM'), to_char(last_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')),
    0, '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER operation_log_no_change BEFORE UPDATE ON operation_log FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER operation_log_no_truncate BEFORE TRUNCATE ON operation_log FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER operation_log_whole_months AFTER DELETE ON operation_log REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_drops_whole_old_months();
--> statement-breakpoint
CREATE TRIGGER login_log_no_change BEFORE UPDATE ON login_log FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER login_log_no_truncate BEFORE TRUNCATE ON login_log FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER login_log_whole_months AFTER DELETE ON login_log REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_drops_whole_old_months();
--> statement-breakpoint
-- Whatever is written into a log waits to be sealed; what goes by whole old months waits no longer. Seals are never changed.
CREATE FUNCTION log_queue_for_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log_unsealed (log, row_id) SELECT TG_TABLE_NAME, id FROM fresh;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER operation_log_queue AFTER INSERT ON operation_log REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION log_queue_for_seal();
--> statement-breakpoint
CREATE TRIGGER login_log_queue AFTER INSERT ON login_log REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION log_queue_for_seal();
--> statement-breakpoint
CREATE FUNCTION log_unqueue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM log_unsealed USING gone WHERE log_unsealed.log = TG_TABLE_NAME AND log_unsealed.row_id = gone.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER operation_log_unqueue AFTER DELETE ON operation_log REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_unqueue();
--> statement-breakpoint
CREATE TRIGGER login_log_unqueue AFTER DELETE ON login_log REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log_unqueue();
--> statement-breakpoint
CREATE TRIGGER log_seal_no_change BEFORE UPDATE OR DELETE ON log_seal FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER log_seal_no_truncate BEFORE TRUNCATE ON log_seal FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
-- Hands out at most `wanted` starts of a budget, none more than a second ahead, so that no window of a second holds more than
-- `per_second`; 30 ms are kept for what a call may be late. By this server's clock, in milliseconds.
CREATE FUNCTION take_starts(of_budget text, wanted integer, per_second integer) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  kept remote_pace;
  now_ms double precision;
  latest double precision[];
  granted double precision[] := '{}';
  free double precision;
BEGIN
  INSERT INTO remote_pace (budget) VALUES (of_budget) ON CONFLICT DO NOTHING;
  SELECT * INTO kept FROM remote_pace WHERE budget = of_budget FOR UPDATE;
  -- After the wait for the row: what was handed out meanwhile is in it.
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  SELECT coalesce(array_agg(s ORDER BY s), '{}') INTO latest FROM unnest(kept.starts) s WHERE s > now_ms - 1030;
  LOOP
    free := greatest(now_ms, kept.quiet_until);
    IF cardinality(latest) >= per_second THEN
      free := greatest(free, latest[cardinality(latest) - per_second + 1] + 1030);
    END IF;
    EXIT WHEN cardinality(granted) >= wanted OR free > now_ms + 1000;
    latest := latest || free;
    granted := granted || free;
  END LOOP;
  UPDATE remote_pace SET starts = latest WHERE budget = of_budget;
  RETURN json_build_object('now', now_ms, 'granted', granted, 'again', least(free, now_ms + 1000));
END $$;
--> statement-breakpoint
-- The remote asked for quiet: nothing of this budget starts for so many milliseconds.
CREATE FUNCTION quiet_starts(of_budget text, for_ms double precision) RETURNS void LANGUAGE sql AS $$
  INSERT INTO remote_pace AS kept (budget, quiet_until)
  VALUES (of_budget, extract(epoch FROM clock_timestamp()) * 1000 + for_ms)
  ON CONFLICT (budget) DO UPDATE SET quiet_until = greatest(kept.quiet_until, excluded.quiet_until)
$$;
