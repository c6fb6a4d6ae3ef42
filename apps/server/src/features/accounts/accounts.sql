CREATE INDEX account_search ON account USING gin (search_grams(lower(user_account || ' ' || name)))
  WITH (gin_pending_list_limit = 1024) WHERE deleted_at IS NULL;
