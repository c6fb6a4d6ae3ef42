-- Goods are shared out by what was bought: these columns of an order and of its lines count as well.
CREATE OR REPLACE FUNCTION sales_order_change_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_change (order_id)
  SELECT a.id FROM added a JOIN removed r ON r.id = a.id
  WHERE (a.store_id, a.ordered_at, a.country, a.test, a.cancelled_at, a.fulfillments, a.currency, a.total_minor, a.refunded_minor, a.current_minor,
      a.edited, a.amounts, a.rate, a.sale_cny, a.goods_cny, a.goods_paid_cny, a.freight_cny, a.abroad_cny, a.fee_cny, a.profit_cny)
    IS DISTINCT FROM (r.store_id, r.ordered_at, r.country, r.test, r.cancelled_at, r.fulfillments, r.currency, r.total_minor, r.refunded_minor, r.current_minor,
      r.edited, r.amounts, r.rate, r.sale_cny, r.goods_cny, r.goods_paid_cny, r.freight_cny, r.abroad_cny, r.fee_cny, r.profit_cny);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sales_order_line_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_order_change (order_id)
  SELECT DISTINCT a.order_id FROM added a JOIN removed r ON r.id = a.id
  WHERE (a.item_id, a.quantity, a.current, a.fulfilled, a.unit_price_minor, a.requires_shipping, a.ignored, a.placed, a.shipped, a.position, a.product_id,
      a.variant_id, a.offer_id, a.unit_cost_cny, a.sale_quantity, a.source_quantity)
    IS DISTINCT FROM (r.item_id, r.quantity, r.current, r.fulfilled, r.unit_price_minor, r.requires_shipping, r.ignored, r.placed, r.shipped, r.position, r.product_id,
      r.variant_id, r.offer_id, r.unit_cost_cny, r.sale_quantity, r.source_quantity);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Orders that were counted before are counted again, the newest first.
INSERT INTO sales_order_change (order_id) SELECT id FROM sales_order ORDER BY ordered_at DESC;
