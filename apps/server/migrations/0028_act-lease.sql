CREATE TABLE "act_lease" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "act_lease_created" ON "act_lease" USING btree ("created_at");