"""Who may do what: devices known by a cookie, tables opened by links, and what is refused at the door."""
