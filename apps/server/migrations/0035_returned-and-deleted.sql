CREATE TABLE "deleted_order" (
	"store_id" uuid NOT NULL,
	"shopify_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_order_store_id_shopify_id_pk" PRIMARY KEY("store_id","shopify_id")
);
--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sales_order_line_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_change (order_id)
  SELECT DISTINCT a.order_id FROM added a JOIN removed r ON r.id = a.id
  WHERE (a.item_id, a.quantity, a.current, a.fulfilled, a.returned, a.unit_price_minor, a.requires_shipping, a.ignored, a.placed, a.shipped, a.position,
      a.product_id, a.variant_id, a.offer_id, a.unit_cost_cny, a.sale_quantity, a.source_quantity)
    IS DISTINCT FROM (r.item_id, r.quantity, r.current, r.fulfilled, r.returned, r.unit_price_minor, r.requires_shipping, r.ignored, r.placed, r.shipped,
      r.position, r.product_id, r.variant_id, r.offer_id, r.unit_cost_cny, r.sale_quantity, r.source_quantity);
  RETURN NULL;
END $$;
