-- A message holds the whole email. From quoted_from on (in UTF-16 units, as JavaScript counts) only quotation follows: the screen folds it.
alter table app.messages
  add column quoted_from integer check (quoted_from > 0),
  -- Where answers go if not to the sender's address (RFC 5322, 3.6.2).
  add column reply_to text not null default '' check (length(reply_to) <= 320),
  -- Of an email of a contact: the conversation bears its newest one.
  add column subject text not null default '' check (length(subject) <= 500);
