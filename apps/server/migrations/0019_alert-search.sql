ALTER TABLE "alert_message" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE alert_message SET search_text = lower(concat_ws(' ', title, channel_name, (
  SELECT string_agg(concat_ws(' ', one->>'title', one->>'text'), ' ') FROM jsonb_array_elements(items) AS one
)));--> statement-breakpoint
-- The text of a message's alerts, as lists are searched (0002_search).
CREATE INDEX alert_message_search ON alert_message USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);
