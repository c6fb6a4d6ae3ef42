ALTER TABLE "alibaba_order" ADD COLUMN "promised_hours" integer;--> statement-breakpoint
ALTER TABLE "alibaba_order" ADD COLUMN "closed_by" text;--> statement-breakpoint
CREATE INDEX "receipt_defective" ON "receipt" USING btree ("purchase_id") WHERE defects <> 0;
--> statement-breakpoint
-- Of older orders: what their offers promise now, and who closed them as the ledger has it.
UPDATE "alibaba_order" SET "promised_hours" = "promise"."hours"
FROM (
  SELECT "item"."alibaba_order_id", max(("offer"."offer" ->> 'shipsWithinHours')::integer) AS "hours"
  FROM "alibaba_order_item" "item" JOIN "source_offer" "offer" ON "offer"."offer_id" = "item"."offer_id"
  GROUP BY "item"."alibaba_order_id"
) "promise" WHERE "promise"."alibaba_order_id" = "alibaba_order"."id";
--> statement-breakpoint
UPDATE "alibaba_order" SET "closed_by" = "ledger_entry"."body"::jsonb -> 'facts' ->> 'by'
FROM "ledger_entry" WHERE "ledger_entry"."kind" = 'order-closed' AND "ledger_entry"."order_id" = "alibaba_order"."order_id";
