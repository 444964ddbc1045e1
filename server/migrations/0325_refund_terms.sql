-- What a patient was told of money that goes back stands with what became due: a rule declared later does not touch it.
alter table payment add column terms jsonb check (terms is null or kind = 'due');
-- A message to a patient that neither is urgent nor was just asked for: the institution's quiet hours hold it back.
alter table outbox_message add column waits boolean not null default false;
