CREATE TABLE "source_hint" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"messages" integer NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_offer" ADD COLUMN "follow" text;--> statement-breakpoint
CREATE INDEX "source_hint_due" ON "source_hint" USING btree ("due_at");