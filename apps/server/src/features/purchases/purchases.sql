-- What drizzle cannot express for purchases. Applied by a numbered migration.

CREATE INDEX purchase_order_search ON purchase_order USING gin (search_grams(search_text)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX purchase_line_search ON purchase_line USING gin (search_grams(lower(title || ' ' || spec_text))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX supplier_search ON supplier USING gin (search_grams(lower(name || ' ' || note))) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- How often a word stands in these texts, for the planner: a frequent one is found on the way down the list's order.
CREATE STATISTICS supplier_words ON (lower(name || ' ' || note)) FROM supplier;
