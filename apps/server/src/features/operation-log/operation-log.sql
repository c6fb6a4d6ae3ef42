CREATE INDEX operation_log_search ON operation_log
  USING gin (search_grams(lower(title || ' ' || account_name || ' ' || message))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS operation_log_words ON (lower(title || ' ' || account_name || ' ' || message)) FROM operation_log;
