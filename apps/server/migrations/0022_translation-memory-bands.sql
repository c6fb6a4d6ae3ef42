ALTER TABLE "memory_pair" ADD COLUMN "bands" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "memory_pair_bands" ON "memory_pair" USING gin ("bands");