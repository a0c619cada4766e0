import Commands
import Glibc

exit(CommandLineTool.run(.current(), output: StandardOutput()))
