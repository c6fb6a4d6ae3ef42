-- What drizzle cannot express for reconciliation. Applied by a numbered migration.

CREATE INDEX reconciliation_difference_search ON reconciliation_difference USING gin (search_grams(search_text)) WITH (gin_pending_list_limit = 1024);
