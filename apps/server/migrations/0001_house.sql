-- access/access.sql
-- What drizzle cannot express for the administration. The first of the features' files to run, hence the home of the
-- function that later ones index by.

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
CREATE INDEX role_search ON role USING gin (search_grams(lower(name))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS role_words ON (lower(name)) FROM role;
--> statement-breakpoint
-- accounts/accounts.sql
CREATE INDEX account_search ON account USING gin (search_grams(lower(user_account || ' ' || name)))
  WITH (gin_pending_list_limit = 1024) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS account_words ON (lower(user_account || ' ' || name)) FROM account;
--> statement-breakpoint
-- operation-log/operation-log.sql
CREATE INDEX operation_log_search ON operation_log
  USING gin (search_grams(lower(title || ' ' || account_name || ' ' || message))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS operation_log_words ON (lower(title || ' ' || account_name || ' ' || message)) FROM operation_log;
--> statement-breakpoint
-- products/products.sql
-- What drizzle cannot express for the products feature. Runs after the tables are made.

-- Every one, two and three characters in a row of a text. Chinese words are mostly two characters long, which a trigram
-- index does not see (design/stack.md, trap 5). A chain of three or more is looked for by its threes.
-- Parallel unsafe on purpose: starting workers takes longer than a page of the list may take.
CREATE FUNCTION product_grams(source text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
  grams text[] := '{}';
  two_back text := '';
  one_back text := '';
  current text;
BEGIN
  FOREACH current IN ARRAY string_to_array(left(source, 1200), NULL) LOOP
    grams := grams || current;
    IF one_back <> '' THEN grams := grams || (one_back || current); END IF;
    IF two_back <> '' THEN grams := grams || (two_back || one_back || current); END IF;
    two_back := one_back;
    one_back := current;
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
CREATE INDEX product_search ON product USING gin (product_grams(search_text)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint

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
-- session/session.sql
CREATE INDEX login_log_search ON login_log USING gin (search_grams(lower(user_account || ' ' || ip)))
  WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS login_log_words ON (lower(user_account || ' ' || ip)) FROM login_log;
