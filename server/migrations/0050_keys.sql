-- What a call answered lies with its key for a day. The application marks its own key inside its transaction; whose keys
-- there are, and what they answered, is the system's to read.
revoke all on idempotency_key from teleward_app;
grant select (person, key), update (status) on idempotency_key to teleward_app;
