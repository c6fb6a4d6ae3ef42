CREATE TABLE "purchase_spare_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_here" integer DEFAULT 0 NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"cause" text,
	"note" text NOT NULL,
	"photos" text[] DEFAULT '{}' NOT NULL,
	"demand_id" uuid,
	"sale_quantity" integer,
	"order_id" uuid,
	"order_name" text,
	"undoes" uuid,
	"by_id" uuid,
	"by_name" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_demand" ADD COLUMN "returned_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "spare_gone_here" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase_spare_entry" ADD CONSTRAINT "purchase_spare_entry_line_id_purchase_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."purchase_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_spare_entry" ADD CONSTRAINT "purchase_spare_entry_undone" FOREIGN KEY ("undoes") REFERENCES "public"."purchase_spare_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_spare_entry_line" ON "purchase_spare_entry" USING btree ("line_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_spare_entry_undoes" ON "purchase_spare_entry" USING btree ("undoes");--> statement-breakpoint
-- What was written off before entries were kept: one entry each, so that the entries of a line add up to its sum.
INSERT INTO "purchase_spare_entry" ("id", "line_id", "kind", "pieces", "before", "after", "cause", "note", "at")
SELECT gen_random_uuid(), "id", 'write-off', -"spare_gone", "spare" + "spare_gone", "spare", 'other', '以前的调整', "updated_at"
FROM "purchase_line" WHERE "spare_gone" > 0;--> statement-breakpoint
UPDATE "purchase_line" SET "received_at" = "arrived"."at"
FROM (SELECT "line_id", max("at") AS "at" FROM "receipt" WHERE "quantity" > 0 GROUP BY "line_id") AS "arrived"
WHERE "arrived"."line_id" = "purchase_line"."id";--> statement-breakpoint
-- Who adjusted spare pieces may count them, write them off and undo that; who saw them may see all about them.
INSERT INTO "role_right" ("role_id", "right")
SELECT "role_id", '/api/purchase/center/' || "name"
FROM "role_right", unnest(ARRAY['countSpare', 'writeOffSpare', 'undoSpareEntry', 'setSparePlaces']) AS "name"
WHERE "right" = '/api/purchase/center/adjustSpare' ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "role_right" ("role_id", "right")
SELECT "role_id", '/api/purchase/center/' || "name"
FROM "role_right", unnest(ARRAY['getSparePlaces', 'getSpareHistory', 'exportSpares']) AS "name"
WHERE "right" = '/api/purchase/center/querySpares' ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "role_right" WHERE "right" = '/api/purchase/center/adjustSpare';
