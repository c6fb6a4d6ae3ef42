CREATE INDEX operation_log_search ON operation_log
  USING gin (search_grams(lower(title || ' ' || account_name || ' ' || message))) WITH (gin_pending_list_limit = 1024);
