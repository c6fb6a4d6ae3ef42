CREATE TABLE "remote_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"intent" jsonb NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"word" text,
	"message" text DEFAULT '' NOT NULL,
	"intended_at" timestamp with time zone NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO remote_act (id, kind, key, state, intent, by_id, by, intended_at, next_look_at, sends, sent_at, until, ended_at, withdrawn_at)
SELECT p.id, 'place', p.purchase_id::text, p.state, jsonb_build_object('purchaseId', p.purchase_id, 'number', p.out_order_id),
       p.by_id, p.by, p.sent_at, now(), coalesce(l.sends, 1), l.sent_at, l.until, l.ended_at, l.withdrawn_at
  FROM placement p LEFT JOIN act_lease l ON l.id = p.id
 WHERE p.state IN ('sent', 'unknown');--> statement-breakpoint
INSERT INTO remote_act (id, kind, key, state, intent, by_id, by, intended_at, next_look_at, sends, sent_at, until, ended_at, withdrawn_at)
SELECT r.id, 'refund', o.id::text, CASE r.state WHEN 'sending' THEN 'sent' ELSE 'unknown' END,
       jsonb_build_object('accountId', o.account_id, 'orderId', o.order_id::text, 'itemIds', to_jsonb(r.sub_item_ids),
         'formerIds', to_jsonb(r.former_ids), 'kind', r.kind, 'goodsFen', r.goods_minor, 'freightFen', r.freight_minor,
         'description', r.description,
         'about', jsonb_build_object('placementId', o.placement_id, 'purchaseId', o.purchase_id,
           'purchaseNumber', p.out_order_id, 'accountName', p.account_name, 'orderId', o.order_id::text)),
       r.by_id, r.by, r.created_at, now(), coalesce(l.sends, 1), l.sent_at, l.until, l.ended_at, l.withdrawn_at
  FROM alibaba_refund r JOIN alibaba_order o ON o.id = r.alibaba_order_id JOIN placement p ON p.id = o.placement_id
  LEFT JOIN act_lease l ON l.id = r.id
 WHERE r.state IN ('sending', 'unknown');--> statement-breakpoint
INSERT INTO remote_act (id, kind, key, state, intent, by_id, by, intended_at, next_look_at, sends, sent_at, until, ended_at, withdrawn_at)
SELECT y.id, 'pay', o.id::text, CASE y.state WHEN 'sending' THEN 'sent' ELSE 'unknown' END,
       jsonb_build_object('accountId', y.account_id, 'channel', substr(y.way, length('protocol-') + 1),
         'amountMinor', w.amount_minor, 'stage', w.stage,
         'about', jsonb_build_object('placementId', o.placement_id, 'purchaseId', o.purchase_id,
           'purchaseNumber', p.out_order_id, 'accountName', p.account_name, 'orderId', o.order_id::text)),
       y.by_id, y.by, y.created_at, now(), coalesce(l.sends, 1), l.sent_at, l.until, l.ended_at, l.withdrawn_at
  FROM payment y JOIN payment_order w ON w.payment_id = y.id AND w.sending JOIN alibaba_order o ON o.id = w.alibaba_order_id
  JOIN placement p ON p.id = o.placement_id LEFT JOIN act_lease l ON l.id = y.id
 WHERE y.state IN ('sending', 'unknown');--> statement-breakpoint
INSERT INTO remote_act (id, kind, key, state, intent, by_id, by, intended_at, next_look_at, sends, sent_at, until, ended_at, withdrawn_at)
SELECT DISTINCT ON (s.id) f.id, 'fulfil', s.id::text, CASE f.state WHEN 'sending' THEN 'sent' ELSE 'unknown' END,
       jsonb_build_object('shipmentId', s.id, 'orderId', s.order_id, 'storeId', s.store_id, 'orderGid', 'gid://shopify/Order/' || o.shopify_id),
       s.by_id, s.by, f.sent_at, now(), coalesce(l.sends, 1), l.sent_at, l.until, l.ended_at, l.withdrawn_at
  FROM shipment_fulfilment f JOIN shipment s ON s.id = f.shipment_id JOIN sales_order o ON o.id = s.order_id
  LEFT JOIN act_lease l ON l.id = f.id
 WHERE f.state IN ('sending', 'unknown')
 ORDER BY s.id, f.sent_at;--> statement-breakpoint
DROP INDEX "alibaba_refund_open";--> statement-breakpoint
DROP INDEX "payment_order_sending";--> statement-breakpoint
DROP INDEX "placement_open";--> statement-breakpoint
DROP INDEX "shipment_open";--> statement-breakpoint
CREATE UNIQUE INDEX "remote_act_open" ON "remote_act" USING btree ("kind","key") WHERE state in ('intended', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "remote_act_due" ON "remote_act" USING btree ("next_look_at") WHERE state in ('intended', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "remote_act_created" ON "remote_act" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shipment_open" ON "shipment" USING btree ("next_at") WHERE state in ('queued', 'sending', 'updating', 'cancelling');--> statement-breakpoint
ALTER TABLE "shipment" DROP COLUMN "looks";--> statement-breakpoint
ALTER TABLE "alibaba_refund" DROP COLUMN "sub_item_ids";--> statement-breakpoint
ALTER TABLE "alibaba_refund" DROP COLUMN "former_ids";--> statement-breakpoint
ALTER TABLE "payment_order" DROP COLUMN "sending";--> statement-breakpoint
ALTER TABLE "placement" DROP COLUMN "looks";--> statement-breakpoint
ALTER TABLE "placement" DROP COLUMN "next_look_at";--> statement-breakpoint
DROP TABLE "act_lease" CASCADE;