BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('r0001');
CREATE TABLE event (
	table_id VARCHAR(36) NOT NULL, 
	sequence INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (table_id, sequence), 
	CONSTRAINT uq_event_uuid UNIQUE (uuid)
);
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',1,'6513270e-269e-4d37-b2a7-4de452e6b438','table_created','{"name": "Friday", "players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"}, "rules": "ji_ping_hu", "options": {}, "stake": {"amount": "0.5", "unit": "\u20ac"}, "first_dealer": "E"}','2026-11-30 02:28:42.071234');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',2,'d23f0824-128b-4f33-8c5c-7fd0a6a3a450','line_added','{"id": "d23f0824-128b-4f33-8c5c-7fd0a6a3a450", "entry": {"kind": "win", "wins": [{"winner": "S", "hand": {"concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"], "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": null}], "win": "7s", "flowers": 0}, "flags": []}], "context": {"win_by": "discard", "from": "W"}, "photo": null}, "recorded": {"under": ["ji_ping_hu", {}, "E", 0, "E"], "payments": {"E": 0, "S": 2, "W": -2, "N": 0}, "wins": [["S", ["ji_hu", "hong_zhong"], 1, 2]], "winners": ["S"]}}','2026-11-30 02:28:42.134904');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',3,'9531985d-5d9d-49f8-9818-e811892f902b','line_added','{"id": "9531985d-5d9d-49f8-9818-e811892f902b", "entry": {"kind": "win", "wins": [{"winner": "S", "hand": {"concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"], "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": null}], "win": "7s", "flowers": 0}, "flags": []}], "context": {"win_by": "self_draw"}, "photo": null}, "recorded": {"under": ["ji_ping_hu", {}, "S", 0, "E"], "payments": {"E": -4, "S": 12, "W": -4, "N": -4}, "wins": [["S", ["ji_hu", "zi_mo", "hong_zhong"], 2, 4]], "winners": ["S"]}}','2026-11-30 02:28:42.148681');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',4,'36f675cc-81e7-4ef5-a8e2-5d940ed90475','line_added','{"id": "36f675cc-81e7-4ef5-a8e2-5d940ed90475", "entry": {"kind": "draw", "context": {}}, "recorded": {"under": ["ji_ping_hu", {}, "S", 1, "E"], "payments": {"E": 0, "S": 0, "W": 0, "N": 0}, "wins": [], "winners": []}}','2026-11-30 02:28:42.200836');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',5,'6b0d549b-6f03-475a-9600-a35a099950d8','line_added','{"id": "6b0d549b-6f03-475a-9600-a35a099950d8", "entry": {"kind": "penalty", "player": "N", "penalty": "false_win", "note": ""}, "recorded": {"under": ["ji_ping_hu", {}, "S", 2, "E"], "payments": {"E": 8, "S": 8, "W": 8, "N": -24}, "wins": [], "winners": null}}','2026-11-30 02:28:42.240575');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',6,'8d116ece-1738-47d9-bd9c-172411e20b8f','line_added','{"id": "8d116ece-1738-47d9-bd9c-172411e20b8f", "entry": {"kind": "free", "transfers": [["E", "S", 3], ["W", "S", "1/2"]], "note": "spilled tea"}, "recorded": {"under": ["ji_ping_hu", {}, "S", 2, "E"], "payments": {"E": -3, "S": "7/2", "W": "-1/2", "N": 0}, "wins": [], "winners": null}}','2026-11-30 02:28:42.268570');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',7,'90c192cf-d3ac-44af-8f21-ddb66cad4a26','line_added','{"id": "90c192cf-d3ac-44af-8f21-ddb66cad4a26", "entry": {"kind": "named", "wins": [{"winner": "N", "rows": [], "points": 5}], "context": {"win_by": "self_draw"}, "pays_all": null, "open_melds": 0, "photo": null}, "recorded": {"under": ["ji_ping_hu", {}, "S", 2, "E"], "payments": {"E": -5, "S": -5, "W": -5, "N": 15}, "wins": [["N", [], 0, 5]], "winners": ["N"]}}','2026-11-30 02:28:42.296744');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',8,'a170b338-3926-4059-b28c-105d1fb17c23','line_added','{"id": "a170b338-3926-4059-b28c-105d1fb17c23", "entry": {"kind": "rules", "rules": "ji_ping_hu", "options": {"base": 10}}, "recorded": {"under": ["ji_ping_hu", {"base": 10}, "W", 0, "E"], "payments": {"E": 0, "S": 0, "W": 0, "N": 0}, "wins": [], "winners": null}}','2026-11-30 02:28:42.340758');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',9,'0fd630f1-f29d-4da9-953f-48f1a09f76b5','line_added','{"id": "0fd630f1-f29d-4da9-953f-48f1a09f76b5", "entry": {"kind": "win", "wins": [{"winner": "E", "hand": {"concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"], "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": null}], "win": "7s", "flowers": 0}, "flags": []}], "context": {"win_by": "discard", "from": "N"}, "photo": null}, "recorded": {"under": ["ji_ping_hu", {"base": 10}, "W", 0, "E"], "payments": {"E": 20, "S": 0, "W": 0, "N": -20}, "wins": [["E", ["ji_hu", "hong_zhong"], 1, 20]], "winners": ["E"]}}','2026-11-30 02:28:42.381170');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',10,'0cb1e29c-658c-4a14-95e6-0af593bd04cf','line_edited','{"id": "36f675cc-81e7-4ef5-a8e2-5d940ed90475", "entry": {"kind": "named", "wins": [{"winner": "E", "rows": [], "points": 2}], "context": {"win_by": "self_draw"}, "pays_all": null, "open_melds": 0, "photo": null}, "recorded": {"under": ["ji_ping_hu", {}, "S", 1, "E"], "payments": {"E": 6, "S": -2, "W": -2, "N": -2}, "wins": [["E", [], 0, 2]], "winners": ["E"]}}','2026-11-30 02:28:42.425320');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',11,'8e81973e-0bec-47b0-b898-d190f9ebdacc','undone','{}','2026-11-30 02:28:42.468101');
INSERT INTO "event" VALUES('6513270e-269e-4d37-b2a7-4de452e6b438',12,'6b4cb242-4a23-4596-a217-beaddbc496cb','players_named','{"players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dora"}}','2026-11-30 02:28:42.495943');
CREATE TABLE photo (
	id VARCHAR(32) NOT NULL, 
	width INTEGER NOT NULL, 
	height INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_photo PRIMARY KEY (id)
);
COMMIT;
