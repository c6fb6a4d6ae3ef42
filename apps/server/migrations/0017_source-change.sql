CREATE TABLE "source_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"title" text NOT NULL,
	"image" text,
	"supplier_name" text,
	"spec_text" text NOT NULL,
	"skus" integer NOT NULL,
	"before" bigint,
	"after" bigint,
	"before_text" text NOT NULL,
	"after_text" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "source_change_at" ON "source_change" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_change_kind" ON "source_change" USING btree ("kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_change_offer" ON "source_change" USING btree ("offer_id","at" DESC NULLS FIRST);