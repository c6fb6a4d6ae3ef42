-- What drizzle cannot express for deliveries. Applied by a numbered migration.

CREATE INDEX parcel_search ON parcel USING gin (search_grams(search_text)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX receipt_search ON receipt USING gin (search_grams(search_text)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX shipment_search ON shipment USING gin (search_grams(search_text)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
-- Entries of receiving are taken back by further entries, never changed (decisions, section 4: 冲销).
CREATE FUNCTION receipt_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipt is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER receipt_no_change BEFORE UPDATE OR DELETE ON receipt
  FOR EACH ROW EXECUTE FUNCTION receipt_is_append_only();
