CREATE TABLE "log_seal" (
	"log" text NOT NULL,
	"seq" integer NOT NULL,
	"month" text NOT NULL,
	"row_ids" uuid[] NOT NULL,
	"marks" text NOT NULL,
	"rows_hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "log_seal_log_seq_pk" PRIMARY KEY("log","seq")
);
--> statement-breakpoint
CREATE TABLE "log_unsealed" (
	"log" text NOT NULL,
	"row_id" uuid NOT NULL,
	"queued_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "log_unsealed_log_row_id_pk" PRIMARY KEY("log","row_id")
);
--> statement-breakpoint
CREATE INDEX "log_unsealed_queued" ON "log_unsealed" USING btree ("log","queued_at","row_id");--> statement-breakpoint
-- operation-log/seal.sql
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
INSERT INTO log_unsealed (log, row_id, queued_at) SELECT 'operation_log', id, at FROM operation_log;
--> statement-breakpoint
INSERT INTO log_unsealed (log, row_id, queued_at) SELECT 'login_log', id, at FROM login_log;
