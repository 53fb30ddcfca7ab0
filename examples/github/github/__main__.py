import sys
from importlib.util import find_spec

if find_spec("boto3") is None:
    sys.exit("this example needs boto3: run script/bootstrap --tests, or pip install boto3")

from .cli import main  # noqa: E402 - only where boto3 is there to import

sys.exit(main())
