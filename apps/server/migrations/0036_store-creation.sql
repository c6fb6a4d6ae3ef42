CREATE TABLE "store_creation" (
	"listing" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"holders" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
