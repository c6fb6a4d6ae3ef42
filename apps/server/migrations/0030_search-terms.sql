-- What drizzle cannot express: a keyword's hits in the order of their list (decision 0016).

-- Every one, two and three characters in a row of a text, as search_grams; and the parts of time that the row lies in, each of
-- 2^12 to 2^24 seconds (an hour to half a year), by which a frequent word is asked for in the newest rows alone. A gram has at most
-- three characters and a part of time at least four, so that none is taken for the other. Parallel unsafe on purpose: starting
-- workers takes longer than a page of a list may take. It calls no function of ours: an index is built without their schema.
CREATE FUNCTION search_terms(source text, at timestamptz) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL UNSAFE COST 1000 AS $$
DECLARE
  terms text[] := '{}';
  two_back text := '';
  one_back text := '';
  current text;
  seconds bigint := floor(extract(epoch FROM at));
BEGIN
  FOREACH current IN ARRAY string_to_array(left(coalesce(source, ''), 1200), NULL) LOOP
    terms := terms || current;
    IF one_back <> '' THEN terms := terms || (one_back || current); END IF;
    IF two_back <> '' THEN terms := terms || (two_back || one_back || current); END IF;
    two_back := one_back;
    one_back := current;
  END LOOP;
  IF at IS NULL THEN RETURN terms || 'time:none'::text; END IF;
  RETURN terms || ARRAY['12:' || (seconds >> 12), '15:' || (seconds >> 15), '18:' || (seconds >> 18),
    '21:' || (seconds >> 21), '24:' || (seconds >> 24)];
END $$;
--> statement-breakpoint
DROP INDEX product_search;
--> statement-breakpoint
CREATE INDEX product_search ON product USING gin (search_terms(search_text, updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- Three thousand grams with their shares instead of one: what is rarer is looked for as a whole.
ALTER INDEX product_search ALTER COLUMN 1 SET STATISTICS 300;
--> statement-breakpoint
DROP FUNCTION product_grams(text);
--> statement-breakpoint
DROP INDEX purchase_order_search;
--> statement-breakpoint
CREATE INDEX purchase_order_search ON purchase_order USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
ALTER INDEX purchase_order_search ALTER COLUMN 1 SET STATISTICS 300;
--> statement-breakpoint
DROP INDEX supplier_search;
--> statement-breakpoint
CREATE INDEX supplier_search ON supplier USING gin (search_terms(lower(name || ' ' || note), updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX parcel_search;
--> statement-breakpoint
CREATE INDEX parcel_search ON parcel USING gin (search_terms(search_text, sent_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX receipt_search;
--> statement-breakpoint
CREATE INDEX receipt_search ON receipt USING gin (search_terms(search_text, at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX shipment_search;
--> statement-breakpoint
CREATE INDEX shipment_search ON shipment USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX reconciliation_difference_search;
--> statement-breakpoint
CREATE INDEX reconciliation_difference_search ON reconciliation_difference
  USING gin (search_terms(search_text, first_seen_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX operation_log_search;
--> statement-breakpoint
CREATE INDEX operation_log_search ON operation_log
  USING gin (search_terms(lower(title || ' ' || account_name || ' ' || message), at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX login_log_search;
--> statement-breakpoint
CREATE INDEX login_log_search ON login_log
  USING gin (search_terms(lower(user_account || ' ' || ip), at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
DROP INDEX account_search;
--> statement-breakpoint
CREATE INDEX account_search ON account USING gin (search_terms(lower(user_account || ' ' || name), created_at))
  WITH (gin_pending_list_limit = 1024) WHERE deleted_at IS NULL;
--> statement-breakpoint
DROP INDEX role_search;
--> statement-breakpoint
CREATE INDEX role_search ON role USING gin (search_terms(lower(name), created_at)) WITH (gin_pending_list_limit = 1024);
