CREATE INDEX account_search ON account USING gin (search_grams(lower(user_account || ' ' || name)))
  WITH (gin_pending_list_limit = 1024) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS account_words ON (lower(user_account || ' ' || name)) FROM account;
