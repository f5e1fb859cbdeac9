-- The API key that wrote a message: its "Sent" and what it sent today are its own. The name stays in sender_name when the key is gone.
alter table app.messages add column sender_key uuid;
