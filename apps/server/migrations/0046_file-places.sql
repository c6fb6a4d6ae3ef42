CREATE TABLE "file_chunk" (
	"object_key" text NOT NULL,
	"index" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"is_last" boolean NOT NULL,
	CONSTRAINT "file_chunk_object_key_index_pk" PRIMARY KEY("object_key","index")
);
--> statement-breakpoint
CREATE TABLE "file_folder" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "file_folder_one" CHECK ("file_folder"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "upload_piece" (
	"account_id" uuid NOT NULL,
	"upload_id" text NOT NULL,
	"index" integer NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"storage" text NOT NULL,
	"object_key" text NOT NULL,
	CONSTRAINT "upload_piece_account_id_upload_id_index_pk" PRIMARY KEY("account_id","upload_id","index")
);
--> statement-breakpoint
ALTER TABLE "node" ADD COLUMN "schema" bigint;--> statement-breakpoint
ALTER TABLE "upload_piece" ADD CONSTRAINT "upload_piece_upload" FOREIGN KEY ("account_id","upload_id") REFERENCES "public"."sliced_upload"("account_id","upload_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_file_place" ON "stored_file" USING btree ("storage","object_key");--> statement-breakpoint
ALTER TABLE "file_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;