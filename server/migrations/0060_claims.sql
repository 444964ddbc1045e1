-- Who works under a key: a process that takes over from a dead one writes its own claim, and the work of the other, should
-- it live after all, no longer finds its claim and is rolled back.
alter table idempotency_key add column claim text not null default '';
-- The application marks its key, and lays the answer beside it, in the transaction that does the work.
grant select (claim), update (body) on idempotency_key to teleward_app;
