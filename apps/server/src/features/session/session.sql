CREATE INDEX login_log_search ON login_log USING gin (search_grams(lower(user_account || ' ' || ip)))
  WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS login_log_words ON (lower(user_account || ' ' || ip)) FROM login_log;
