ALTER TABLE "takeover_item" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(title || ' ' || split_part(shopify_product_id, '/', -1) || ' ' || jsonb_path_query_array(variants, '$[*].*')::text)) STORED;--> statement-breakpoint
CREATE INDEX takeover_item_search ON takeover_item USING gin (search_grams(search_text));
