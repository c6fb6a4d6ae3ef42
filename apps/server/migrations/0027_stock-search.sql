-- What spare pieces are searched and sorted by (purchases/spares.store): columns of the line and of its purchase in one place, for one index.
CREATE FUNCTION purchase_line_stock_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bought purchase_order;
BEGIN
  SELECT * INTO bought FROM purchase_order WHERE id = NEW.purchase_id;
  NEW.spare_text := lower(NEW.title || ' ' || NEW.spec_text || ' ' || coalesce(bought.number, '') || ' '
    || coalesce(bought.supplier_name, '') || ' ' || NEW.offer_id || ' ' || NEW.place);
  NEW.purchased_at := coalesce(bought.created_at, NEW.purchased_at);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchase_line_stock BEFORE INSERT OR UPDATE OF purchase_id, title, spec_text, offer_id, place ON purchase_line
  FOR EACH ROW EXECUTE FUNCTION purchase_line_stock_text();
--> statement-breakpoint
-- A purchase that gets another number or supplier name takes its lines along.
CREATE FUNCTION purchase_order_stock_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchase_line SET purchase_id = purchase_id WHERE purchase_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchase_order_stock AFTER UPDATE OF number, supplier_name ON purchase_order FOR EACH ROW
  WHEN (OLD.number IS DISTINCT FROM NEW.number OR OLD.supplier_name IS DISTINCT FROM NEW.supplier_name)
  EXECUTE FUNCTION purchase_order_stock_text();
--> statement-breakpoint
UPDATE purchase_line SET purchase_id = purchase_id;
--> statement-breakpoint
CREATE INDEX purchase_line_stock_search ON purchase_line USING gin (search_terms(spare_text, purchased_at))
  WITH (gin_pending_list_limit = 1024) WHERE spare > 0 OR spare_used > 0 OR spare_gone > 0;
