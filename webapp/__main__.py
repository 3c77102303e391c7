"""``python -m webapp`` is ``fanpai``: where the scripts folder is not on the path."""

from webapp.cli import main

main()
