CREATE TABLE "node" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"clock_offset_ms" integer NOT NULL,
	"told_at" timestamp with time zone
);
