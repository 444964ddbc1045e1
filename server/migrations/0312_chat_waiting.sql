-- Whose last word waits for an answer is asked for over all conversations of a unit.
create index chat_waiting on chat_conversation (unit_id) where kind = 'patient' and last_seq > answered_seq;
