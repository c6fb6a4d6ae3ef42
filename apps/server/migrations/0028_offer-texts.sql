CREATE TABLE "translation_offer_texts" (
	"offer_id" text NOT NULL,
	"language" text NOT NULL,
	"source_digest" text NOT NULL,
	"texts" jsonb,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_offer_texts_offer_id_language_source_digest_pk" PRIMARY KEY("offer_id","language","source_digest")
);
