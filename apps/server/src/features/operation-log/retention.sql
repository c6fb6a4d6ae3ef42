-- operation-log/retention.sql
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
