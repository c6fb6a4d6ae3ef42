ALTER TABLE "collect_item" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "collect_item_updated" ON "collect_item" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- What drizzle cannot express: the two lists' keywords by search_terms (decision 0016).
UPDATE collect_item AS item
  SET search_text = lower(concat_ws(' ', offer.offer_id, offer.subject, offer.subject_trans, offer.supplier_name))
  FROM source_offer AS offer WHERE offer.offer_id = item.offer_id;
--> statement-breakpoint
CREATE INDEX collect_item_search ON collect_item USING gin (search_terms(search_text, updated_at)) WITH (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE INDEX source_change_search ON source_change
  USING gin (search_terms(lower(title || ' ' || coalesce(supplier_name, '') || ' ' || offer_id::text), at)) WITH (gin_pending_list_limit = 1024);
