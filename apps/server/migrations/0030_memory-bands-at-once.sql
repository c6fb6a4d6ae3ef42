-- The bands of a pair go into the index with the pair, not first onto a list, which each search would read as a whole (translations.tables).
ALTER INDEX "memory_pair_bands" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('memory_pair_bands');
