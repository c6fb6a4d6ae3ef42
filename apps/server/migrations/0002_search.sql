-- What drizzle cannot express: the indexes that keywords are looked for in (decision 0016).
-- 
-- Every one, two and three characters in a row of a text: Chinese words are mostly two characters long, which a trigram
-- index does not see. Parallel unsafe on purpose: starting workers takes longer than a page of a list may take.
CREATE FUNCTION search_grams(source text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
  grams text[] := '{}';
  two_back text := '';
  one_back text := '';
  current text;
BEGIN
  FOREACH current IN ARRAY string_to_array(left(source, 400), NULL) LOOP
    grams := grams || current;
    IF one_back <> '' THEN grams := grams || (one_back || current); END IF;
    IF two_back <> '' THEN grams := grams || (two_back || one_back || current); END IF;
    two_back := one_back;
    one_back := current;
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
-- The same; and the parts of time that the row lies in, each of 2^12 to 2^24 seconds (an hour to half a year), by which a frequent
-- word is asked for in the newest rows alone. A gram has at most three characters and a part of time at least four, so that none is
-- taken for the other. It calls no function of ours: an index is built without their schema.
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
CREATE INDEX role_search ON role USING gin (search_terms(lower(name), created_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX account_search ON account USING gin (search_terms(lower(user_account || ' ' || name), created_at))
  WITH (gin_pending_list_limit = 1024) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX operation_log_search ON operation_log
  USING gin (search_terms(lower(title || ' ' || account_name || ' ' || message), at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX login_log_search ON login_log
  USING gin (search_terms(lower(user_account || ' ' || ip), at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX supplier_search ON supplier USING gin (search_terms(lower(name || ' ' || note), updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS role_words ON (lower(name)) FROM role;
--> statement-breakpoint
CREATE STATISTICS account_words ON (lower(user_account || ' ' || name)) FROM account;
--> statement-breakpoint
CREATE STATISTICS operation_log_words ON (lower(title || ' ' || account_name || ' ' || message)) FROM operation_log;
--> statement-breakpoint
CREATE STATISTICS login_log_words ON (lower(user_account || ' ' || ip)) FROM login_log;
--> statement-breakpoint
CREATE STATISTICS supplier_words ON (lower(name || ' ' || note)) FROM supplier;
--> statement-breakpoint
CREATE INDEX product_search ON product USING gin (search_terms(search_text, updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- Three thousand grams with their shares instead of one: what is rarer is looked for as a whole.
ALTER INDEX product_search ALTER COLUMN 1 SET STATISTICS 300;
--> statement-breakpoint
CREATE INDEX purchase_order_search ON purchase_order USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
ALTER INDEX purchase_order_search ALTER COLUMN 1 SET STATISTICS 300;
--> statement-breakpoint
CREATE INDEX collect_item_search ON collect_item USING gin (search_terms(search_text, updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX source_change_search ON source_change
  USING gin (search_terms(lower(title || ' ' || coalesce(supplier_name, '') || ' ' || offer_id::text), at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX parcel_search ON parcel USING gin (search_terms(search_text, sent_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX receipt_search ON receipt USING gin (search_terms(search_text, at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX shipment_search ON shipment USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX reconciliation_difference_search ON reconciliation_difference
  USING gin (search_terms(search_text, first_seen_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX purchase_line_search ON purchase_line USING gin (search_grams(lower(title || ' ' || spec_text))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX sold_item_search ON sold_item USING gin (search_grams(lower(title || ' ' || variant_title || ' ' || sku)))
  WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX sold_item_sku_prefix ON sold_item (lower(sku) text_pattern_ops);
--> statement-breakpoint
-- Numbers are looked for by their beginning, with or without the shop's sign before it.
CREATE INDEX sales_order_number ON sales_order (lower(ltrim(number, '#')) text_pattern_ops);
