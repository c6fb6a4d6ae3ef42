-- Pushes whose outcome got lost are remote acts from now on (decision record 0027): those of before are looked for as such.
insert into remote_act
  (id, kind, key, state, intent, by_id, by, word, intended_at, next_look_at, sends, sent_at, ended_at)
select distinct on (item.listing_id)
  gen_random_uuid(), 'push', item.listing_id::text, 'unknown',
  jsonb_build_object('itemId', item.id, 'attempt', item.attempts, 'listingId', item.listing_id,
                     'productId', item.product_id, 'storeId', item.store_id),
  task.created_by_id, task.created_by, 'unknown-outcome', item.updated_at, now(), 1, item.updated_at, item.updated_at
from sync_item item
join sync_task task on task.id = item.task_id
where item.state = 'unknown' and item.attempts < 5
order by item.listing_id, item.updated_at desc;
--> statement-breakpoint
-- The job that looked for them comes no more.
do $$
begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name = 'settle-unknown-items';
  end if;
end $$;
