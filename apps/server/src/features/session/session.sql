CREATE INDEX login_log_search ON login_log USING gin (search_grams(lower(user_account || ' ' || ip)))
  WITH (gin_pending_list_limit = 1024);
