-- A kept answer says no more than its caller may see when it is asked for again. With the key stands what that was then: the units
-- and the right of the caller, and of the patient that the answer is about, whether the caller knew of them and read their record.
alter table idempotency_key add column caller jsonb;
alter table idempotency_key add column about jsonb;
grant update (about) on idempotency_key to teleward_app;
